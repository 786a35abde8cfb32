sbatch -H -c 65533 --wrap true
