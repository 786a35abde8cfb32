sbatch -H --mem-per-cpu=1T --wrap true
