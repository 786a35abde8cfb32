as co scontrol create reservation reservationname=rco starttime=2035-01-01 duration=60 nodes=n2 users=ann
