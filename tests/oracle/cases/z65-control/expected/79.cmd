scontrol release $(cat j)
