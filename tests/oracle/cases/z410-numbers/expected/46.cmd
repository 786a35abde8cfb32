sbatch -H -t 10 --time-min=2147483647 --wrap true
