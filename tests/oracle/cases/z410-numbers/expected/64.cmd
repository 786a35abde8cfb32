sbatch -H --time-min=0 --wrap true
