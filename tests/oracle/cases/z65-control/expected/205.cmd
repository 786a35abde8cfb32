as coc scontrol setdebugflags +Priority
