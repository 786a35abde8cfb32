sbatch -H -t 10 --time-min=71582789 --wrap true
