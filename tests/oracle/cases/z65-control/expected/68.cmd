as stranger scontrol fsdampeningfactor 1
