as coc scontrol requeue $(cat j)
