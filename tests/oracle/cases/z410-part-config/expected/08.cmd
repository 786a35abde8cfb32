sbatch -N 10 -n 160 -c 2 --wrap true
