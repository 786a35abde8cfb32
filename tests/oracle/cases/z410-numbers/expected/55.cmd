sbatch -H -t UNLIMITED --wrap true
