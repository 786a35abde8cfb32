as op scontrol resume $(cat j)
