sbatch -H -c 4294967294 --wrap true
