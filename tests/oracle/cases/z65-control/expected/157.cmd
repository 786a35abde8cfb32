as coc scontrol top $(cat j)
