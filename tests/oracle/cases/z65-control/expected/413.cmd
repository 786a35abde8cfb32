as adm scontrol update reservationname=radm duration=30
