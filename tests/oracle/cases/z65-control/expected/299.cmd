as op scontrol top $(cat j)
