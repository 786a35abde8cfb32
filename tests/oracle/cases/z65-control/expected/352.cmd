as op scontrol fsdampeningfactor 1
