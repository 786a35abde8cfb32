sbatch -H -t 2147483646 --wrap true
