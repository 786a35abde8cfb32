as stranger scontrol hold $(cat j)
