sbatch -H -t 35791393 --wrap true
