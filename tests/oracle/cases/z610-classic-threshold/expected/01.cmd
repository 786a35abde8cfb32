for u in bambam fred dino wilma betty slate pebbles; do sbatch --uid=$u --qos=thr -n1 --mem=10 -t5 --wrap="sleep 600"; done
