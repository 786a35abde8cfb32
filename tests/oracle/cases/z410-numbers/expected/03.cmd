sbatch -H -c 4294967293 --wrap true
