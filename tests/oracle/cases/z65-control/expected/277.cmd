as co scontrol setdebugflags -Priority
