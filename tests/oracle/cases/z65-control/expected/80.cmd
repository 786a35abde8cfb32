as low scontrol uhold $(cat j)
