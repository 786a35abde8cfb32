sbatch -H -t 525601 --wrap true
