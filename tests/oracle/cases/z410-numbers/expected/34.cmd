sbatch -H -t 10 --time-min=525601 --wrap true
