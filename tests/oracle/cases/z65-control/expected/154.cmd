as coc scontrol requeuehold $(cat j)
