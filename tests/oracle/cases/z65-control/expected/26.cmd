as stranger scontrol update jobid=$(cat j) partition=debug
