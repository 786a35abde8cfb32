sbatch -H -t 10 --time-min=2147483646 --wrap true
