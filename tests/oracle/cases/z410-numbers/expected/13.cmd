sbatch -H -n 2147483646 --wrap true
