sbatch -p short -t 61 -n 49 --wrap true
