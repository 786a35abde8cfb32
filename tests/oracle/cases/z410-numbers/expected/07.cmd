sbatch -H -c 4294967297 --wrap true
