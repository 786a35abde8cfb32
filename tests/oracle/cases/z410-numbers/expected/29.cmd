sbatch -H -N 2147483648 --wrap true
