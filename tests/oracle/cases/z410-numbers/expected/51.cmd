sbatch -H -t -1 --wrap true
