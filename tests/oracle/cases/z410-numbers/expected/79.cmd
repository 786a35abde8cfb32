sbatch -H --priority=0 --wrap true
