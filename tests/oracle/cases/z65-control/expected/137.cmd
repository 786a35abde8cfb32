as low scontrol notify 1 hello
