as adm scontrol create reservation reservationname=radm starttime=2035-01-01 duration=60 nodes=n2 users=ann
