as op scontrol requeuehold $(cat j)
