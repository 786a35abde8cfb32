as coc scontrol fsdampeningfactor 2
