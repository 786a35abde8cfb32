as co scontrol suspend $(cat j)
