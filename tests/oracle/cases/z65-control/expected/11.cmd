as stranger scontrol requeue $(cat j)
