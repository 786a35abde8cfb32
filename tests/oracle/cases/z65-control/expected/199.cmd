as coc scontrol create reservation reservationname=rcoc starttime=2035-01-01 duration=60 nodes=n2 users=ann
