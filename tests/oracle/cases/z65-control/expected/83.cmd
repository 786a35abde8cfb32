as low scontrol requeuehold $(cat j)
