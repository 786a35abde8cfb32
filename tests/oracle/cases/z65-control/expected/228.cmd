as co scontrol top $(cat j)
