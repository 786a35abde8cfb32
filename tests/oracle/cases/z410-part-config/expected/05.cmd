sbatch --exclusive -n 161 --wrap true
