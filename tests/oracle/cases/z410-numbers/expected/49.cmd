sbatch -H -t 4294967293 --wrap true
