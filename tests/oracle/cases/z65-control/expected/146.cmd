as coc scontrol hold $(cat j)
