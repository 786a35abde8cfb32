sbatch -H -t 49710-06:28:16 --wrap true
