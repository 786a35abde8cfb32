sbatch -H -t 10 --time-min=49710-06:28:15 --wrap true
