sbatch -H -N 65533 --wrap true
