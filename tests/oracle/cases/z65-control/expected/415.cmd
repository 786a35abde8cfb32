as adm scontrol delete reservationname=nosuch
