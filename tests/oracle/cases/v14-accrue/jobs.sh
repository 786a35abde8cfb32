for i in 1 2 3 4; do sbatch --uid=fred --mem=10 --wrap=true; done
sbatch --uid=slate --mem=10 --begin=now+100days --wrap=true
sbatch --uid=slate --mem=10 --dependency=afterok:1 --wrap=true
sbatch --uid=barney --mem=10 --hold --wrap=true
sbatch --uid=dino --mem=10 --array=0-9:3 --wrap=true
sbatch --uid=dino --mem=10 --qos=one --wrap=true
sbatch --uid=dino --mem=10 --qos=one --wrap=true
sbatch --uid=barney --mem=10 -d singleton -J x --wrap=true
