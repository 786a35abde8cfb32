as coc scontrol delete reservationname=nosuch
