as op scontrol setdebug info
