as op scontrol hold 9999
