as adm scontrol fsdampeningfactor 2
