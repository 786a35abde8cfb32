as stranger scontrol fsdampeningfactor 2
