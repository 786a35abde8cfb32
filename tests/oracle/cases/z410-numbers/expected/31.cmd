sbatch -H -t 525600 --wrap true
