sbatch -H -c 4294967296 --wrap true
