as adm scontrol setdebugflags +Priority
