sbatch -H --ntasks-per-node 18446744073709551616 --wrap true
