as low scontrol update reservationname=rlow duration=30
