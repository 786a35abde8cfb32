sbatch -H -L lic:9223372036854775808 --wrap true
