as adm scontrol setdebug info
