as co scontrol fsdampeningfactor 1
