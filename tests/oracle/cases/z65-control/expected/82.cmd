as low scontrol requeue $(cat j)
