sbatch -H -N 4294967295 --wrap true
