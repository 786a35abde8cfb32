sbatch -H --begin=9999-12-31T23:59:59 --wrap true
