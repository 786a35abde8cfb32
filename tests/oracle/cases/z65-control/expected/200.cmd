as coc scontrol update reservationname=rcoc duration=30
