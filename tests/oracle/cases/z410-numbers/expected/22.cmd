sbatch -H -n 18446744073709551616 --wrap true
