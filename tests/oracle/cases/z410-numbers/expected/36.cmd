sbatch -H -t 10 --time-min=35791393 --wrap true
