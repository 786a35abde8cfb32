as op scontrol setdebugflags -Priority
