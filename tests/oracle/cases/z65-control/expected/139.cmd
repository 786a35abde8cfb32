as low scontrol fsdampeningfactor 1
