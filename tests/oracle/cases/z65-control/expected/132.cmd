as low scontrol reconfigure
