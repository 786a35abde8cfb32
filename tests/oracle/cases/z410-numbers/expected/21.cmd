sbatch -H -n 9223372036854775808 --wrap true
