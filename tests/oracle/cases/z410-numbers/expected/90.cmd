sbatch -H --mem-per-cpu=4096T --wrap true
