sbatch -H -t 2147483647 --wrap true
