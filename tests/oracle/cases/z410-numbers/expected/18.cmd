sbatch -H -n 4294967295 --wrap true
