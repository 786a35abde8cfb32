as co scontrol requeue $(cat j)
