as co scontrol requeuehold $(cat j)
