sbatch -n 20 -c 9 --wrap true
