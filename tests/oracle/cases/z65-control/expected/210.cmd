as coc scontrol fsdampeningfactor 1
