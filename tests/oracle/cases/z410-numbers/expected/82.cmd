sbatch -H --priority=4294967293 --wrap true
