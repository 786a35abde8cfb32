as adm scontrol requeue $(cat j)
