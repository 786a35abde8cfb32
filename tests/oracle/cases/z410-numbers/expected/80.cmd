sbatch -H --priority=1 --wrap true
