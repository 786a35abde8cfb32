as low scontrol delete reservationname=nosuch
