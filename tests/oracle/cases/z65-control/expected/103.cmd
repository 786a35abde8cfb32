as low scontrol hold 9999
