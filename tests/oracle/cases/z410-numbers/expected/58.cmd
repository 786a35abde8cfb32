sbatch -H -t 10 --time-min=NO_VAL --wrap true
