as op scontrol fsdampeningfactor 2
