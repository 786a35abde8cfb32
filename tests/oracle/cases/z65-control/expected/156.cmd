as coc scontrol resume $(cat j)
