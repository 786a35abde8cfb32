sbatch -H --nice=9223372036854775807 --wrap true
