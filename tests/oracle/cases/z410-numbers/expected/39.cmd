sbatch -H -t 71582788 --wrap true
