sbatch -H -n 65537 --wrap true
