sbatch -H --priority=4294967296 --wrap true
