sbatch -H -N 2147483647 --wrap true
