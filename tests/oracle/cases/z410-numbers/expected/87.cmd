sbatch -H --mem=1T --wrap true
