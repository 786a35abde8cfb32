for u in fred barney slate dino; do sbatch --uid=$u --mem=100 --wrap=true; sbatch --uid=$u -p hid --mem=100 --wrap=true; done
sbatch --uid=fred -a 1-3 --mem=10 --wrap=true
