as coc scontrol uhold $(cat j)
