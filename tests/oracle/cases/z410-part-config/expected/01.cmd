sbatch -n 161 --wrap true
