as op scontrol delete reservationname=nosuch
