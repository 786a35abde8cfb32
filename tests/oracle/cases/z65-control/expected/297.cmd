as op scontrol suspend $(cat j)
