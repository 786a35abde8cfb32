sbatch -H --priority=TOP --wrap true
