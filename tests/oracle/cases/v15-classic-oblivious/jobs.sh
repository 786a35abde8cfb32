for u in fred barney slate dino; do sbatch --uid=$u --mem=100 --wrap=true; done
sbatch --uid=dino -p two,debug --mem=10 --wrap=true
sbatch --uid=dino --uid=fred -p two --nice --mem=10 --wrap=true
