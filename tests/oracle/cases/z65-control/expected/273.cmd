as co scontrol delete reservationname=nosuch
