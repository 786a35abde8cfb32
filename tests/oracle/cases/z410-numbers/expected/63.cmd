sbatch -H -t 10 --time-min=0 --wrap true
