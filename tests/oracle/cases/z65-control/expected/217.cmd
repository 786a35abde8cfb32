as co scontrol hold $(cat j)
