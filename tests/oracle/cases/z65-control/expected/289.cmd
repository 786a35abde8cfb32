as op scontrol release $(cat j)
