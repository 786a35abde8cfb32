sbatch --uid=fred -n2 -t 20 --mem=50 --wrap=true
sbatch --uid=barney -n2 --mem=50 --wrap=true
sbatch --uid=slate -n2 -a 1-4 --mem=50 --wrap=true
