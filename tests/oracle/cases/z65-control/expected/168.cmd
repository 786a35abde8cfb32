as coc scontrol update jobid=$(cat j) partition=debug
