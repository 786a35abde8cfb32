sbatch -H --begin=now+4294967295 --wrap true
