sbatch -H --time-min=5 --wrap true
