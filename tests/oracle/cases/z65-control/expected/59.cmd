as stranger scontrol delete reservationname=rstranger
