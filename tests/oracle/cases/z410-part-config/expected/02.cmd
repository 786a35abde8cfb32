sbatch -p short -n 49 --wrap true
