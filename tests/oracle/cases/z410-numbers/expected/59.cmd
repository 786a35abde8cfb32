sbatch -H -t 49710-06:28:15 --wrap true
