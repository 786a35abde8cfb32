sbatch -H -t 71582789 --wrap true
