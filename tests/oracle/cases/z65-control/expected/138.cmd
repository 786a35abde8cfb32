as low scontrol fsdampeningfactor 2
