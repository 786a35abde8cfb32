as stranger scontrol delete reservationname=nosuch
