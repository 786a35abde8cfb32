as stranger scontrol setdebug info
