sbatch -H -L lic:4294967295 --wrap true
