as adm scontrol fsdampeningfactor 1
