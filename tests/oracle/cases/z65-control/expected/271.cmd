as co scontrol update reservationname=rco duration=30
