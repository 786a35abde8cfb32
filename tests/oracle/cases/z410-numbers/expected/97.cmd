sbatch -H --begin=2106-02-07T06:28:16 --wrap true
