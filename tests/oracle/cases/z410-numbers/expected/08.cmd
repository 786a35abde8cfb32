sbatch -H -c 9223372036854775807 --wrap true
