as stranger scontrol release $(cat j)
