as low scontrol suspend $(cat j)
