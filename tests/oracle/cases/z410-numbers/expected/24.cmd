sbatch -H -N 65537 --wrap true
