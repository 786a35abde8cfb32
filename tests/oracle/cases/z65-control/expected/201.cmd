as coc scontrol delete reservationname=rcoc
