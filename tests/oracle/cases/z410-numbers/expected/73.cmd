sbatch -H --nice=2147483648 --wrap true
