sbatch -N 10 --ntasks-per-node=16 -c 2 --wrap true
