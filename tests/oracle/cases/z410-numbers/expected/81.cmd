sbatch -H --priority=4294967292 --wrap true
