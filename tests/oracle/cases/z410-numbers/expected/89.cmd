sbatch -H --mem=4096T --wrap true
