as co scontrol update jobid=9999 nice=1
