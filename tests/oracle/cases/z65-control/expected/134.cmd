as low scontrol setdebugflags +Priority
