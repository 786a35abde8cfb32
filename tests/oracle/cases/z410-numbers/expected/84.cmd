sbatch -H --priority=4294967295 --wrap true
