as coc scontrol setdebug info
