sbatch --uid=fred -n1 --mem=5 --wrap=true
