as op scontrol uhold $(cat j)
