as stranger scontrol update jobid=$(cat j) name=xstranger
