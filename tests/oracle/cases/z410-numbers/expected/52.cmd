sbatch -H -t 10 --time-min=-1 --wrap true
