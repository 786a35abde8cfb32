sbatch -H -n 2147483648 --wrap true
