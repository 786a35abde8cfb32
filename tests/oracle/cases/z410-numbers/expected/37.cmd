sbatch -H -t 71582787 --wrap true
