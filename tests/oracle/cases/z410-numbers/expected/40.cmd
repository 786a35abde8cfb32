sbatch -H -t 10 --time-min=71582788 --wrap true
