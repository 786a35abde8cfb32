as op scontrol hold $(cat j)
