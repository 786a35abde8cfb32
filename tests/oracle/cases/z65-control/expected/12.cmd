as stranger scontrol requeuehold $(cat j)
