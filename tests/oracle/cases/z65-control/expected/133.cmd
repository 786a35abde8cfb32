as low scontrol setdebug info
