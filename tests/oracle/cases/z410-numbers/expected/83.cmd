sbatch -H --priority=4294967294 --wrap true
