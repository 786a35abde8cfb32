for u in bambam fred barney dino wilma betty slate pebbles; do sbatch --uid=$u --mem=100 --wrap=true; done
