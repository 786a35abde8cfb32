sbatch -H --nice=-2147483645 --wrap true
