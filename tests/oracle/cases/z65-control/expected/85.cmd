as low scontrol resume $(cat j)
