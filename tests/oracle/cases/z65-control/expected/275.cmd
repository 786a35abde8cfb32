as co scontrol setdebug info
