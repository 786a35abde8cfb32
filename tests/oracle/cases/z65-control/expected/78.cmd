as low scontrol release $(cat j)
