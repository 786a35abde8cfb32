sbatch -H -n 9223372036854775807 --wrap true
