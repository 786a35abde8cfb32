as low scontrol hold $(cat j)
