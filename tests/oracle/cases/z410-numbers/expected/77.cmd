sbatch -H --nice=4294967295 --wrap true
