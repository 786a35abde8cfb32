as op scontrol requeue $(cat j)
