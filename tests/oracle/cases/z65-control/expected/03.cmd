sbatch --parsable --uid=ann -A optics -N 1 -n 1 -t 5 --wrap="sleep 1" > m
