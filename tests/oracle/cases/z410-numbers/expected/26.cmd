sbatch -H --ntasks-per-node 9223372036854775807 --wrap true
