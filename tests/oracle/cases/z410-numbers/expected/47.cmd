sbatch -H -t 2147483648 --wrap true
