as co scontrol uhold $(cat j)
