sbatch -H -t 10 --time-min=UNLIMITED --wrap true
