sbatch -H -n 2147483647 --wrap true
