as co scontrol hold 9999
