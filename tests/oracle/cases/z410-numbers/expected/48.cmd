sbatch -H -t 10 --time-min=2147483648 --wrap true
