scontrol hold $(cat j)
