as coc scontrol release $(cat j)
