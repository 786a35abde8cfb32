sbatch -H -t INFINITE --wrap true
