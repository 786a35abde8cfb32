sbatch -H -t 10 --time-min=4294967293 --wrap true
