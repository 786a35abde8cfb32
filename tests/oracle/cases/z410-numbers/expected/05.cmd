sbatch -H -c 4294967295 --wrap true
