as adm scontrol delete reservationname=radm
