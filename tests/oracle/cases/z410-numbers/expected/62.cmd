sbatch -H -t 10 --time-min=49710-06:28:16 --wrap true
