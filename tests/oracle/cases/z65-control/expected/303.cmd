as op scontrol update jobid=$(cat j) nice=-5
