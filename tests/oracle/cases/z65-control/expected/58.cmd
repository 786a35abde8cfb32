as stranger scontrol update reservationname=rstranger duration=30
