as coc scontrol suspend $(cat j)
