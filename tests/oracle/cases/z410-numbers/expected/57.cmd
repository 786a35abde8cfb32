sbatch -H -t NO_VAL --wrap true
