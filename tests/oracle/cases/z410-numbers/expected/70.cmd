sbatch -H --nice=2147483644 --wrap true
