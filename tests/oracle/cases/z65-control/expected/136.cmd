as low scontrol schedloglevel disable
