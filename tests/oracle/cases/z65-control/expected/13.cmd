as stranger scontrol suspend $(cat j)
