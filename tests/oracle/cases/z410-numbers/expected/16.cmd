sbatch -H -n 4294967293 --wrap true
