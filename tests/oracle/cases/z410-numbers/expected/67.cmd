sbatch -H -L lic:2147483647 --wrap true
