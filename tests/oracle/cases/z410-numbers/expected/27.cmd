sbatch -H --ntasks-per-node 9223372036854775808 --wrap true
