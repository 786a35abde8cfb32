as coc scontrol hold 9999
