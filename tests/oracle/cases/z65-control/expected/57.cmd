as stranger scontrol create reservation reservationname=rstranger starttime=2035-01-01 duration=60 nodes=n2 users=ann
