sbatch -H -n 65533 --wrap true
