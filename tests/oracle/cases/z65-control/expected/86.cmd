as low scontrol top $(cat j)
