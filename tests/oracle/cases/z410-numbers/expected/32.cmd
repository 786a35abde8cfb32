sbatch -H -t 10 --time-min=525600 --wrap true
