as adm scontrol update jobid=$(cat j) partition=debug
