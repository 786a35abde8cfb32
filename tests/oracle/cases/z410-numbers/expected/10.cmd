sbatch -H -c 18446744073709551616 --wrap true
