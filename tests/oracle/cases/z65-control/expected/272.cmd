as co scontrol delete reservationname=rco
