as co scontrol release $(cat j)
