sbatch -H --begin=2038-01-19T03:14:08 --wrap true
