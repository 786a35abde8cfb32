sbatch -H --wrap=true; sbatch --array=1-3 --wrap=true; sbatch -N 2-3 -n 4 --wrap=true
