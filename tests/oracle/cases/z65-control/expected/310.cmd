as op scontrol update jobid=$(cat j) partition=debug
