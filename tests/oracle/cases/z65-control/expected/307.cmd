as op scontrol update jobid=$(cat j) name=xop
