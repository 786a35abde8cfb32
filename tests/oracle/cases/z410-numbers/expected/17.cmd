sbatch -H -n 4294967294 --wrap true
