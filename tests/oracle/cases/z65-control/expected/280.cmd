as co scontrol fsdampeningfactor 2
