for u in fred barney slate; do sbatch --uid=$u --mem=100 --wrap=true; done
