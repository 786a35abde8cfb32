sbatch --uid=fred -n3 --wrap=true
