as stranger scontrol uhold $(cat j)
