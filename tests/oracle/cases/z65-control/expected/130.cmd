as low scontrol delete reservationname=rlow
