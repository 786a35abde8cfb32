sbatch -H -c 2147483648 --wrap true
