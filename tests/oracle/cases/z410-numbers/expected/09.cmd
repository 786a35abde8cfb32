sbatch -H -c 9223372036854775808 --wrap true
