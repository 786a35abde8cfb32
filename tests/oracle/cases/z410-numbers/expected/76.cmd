sbatch -H --nice=-2147483646 --wrap true
