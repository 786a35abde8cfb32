as op sbatch --uid=ann -A optics -n 1 -t 5 --wrap="sleep 1"
