sbatch -H -n 4294967297 --wrap true
