sbatch -H -t 10 --time-min=71582787 --wrap true
