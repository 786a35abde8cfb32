as stranger scontrol setdebugflags +Priority
