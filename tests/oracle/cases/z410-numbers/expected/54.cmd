sbatch -H -t 10 --time-min=INFINITE --wrap true
