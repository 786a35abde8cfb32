sbatch -H -L lic:11 --wrap true
