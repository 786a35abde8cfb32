as co scontrol update jobid=$(cat j) partition=debug
