sbatch -H --begin=now+2147483647 --wrap true
