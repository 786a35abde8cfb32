sbatch -p few -n 49 --wrap true
