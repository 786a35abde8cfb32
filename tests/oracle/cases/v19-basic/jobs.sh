for u in fred barney slate dino; do sbatch --uid=$u --mem=100 --wrap=true; done
sbatch --uid=fred --nice=100 --mem=10 --wrap=true
sbatch --uid=barney --nice=-100 --mem=10 --wrap=true
sbatch --uid=fred -p two --mem=10 --wrap=true
sbatch --uid=fred -p two,debug --mem=10 --wrap=true
sbatch --uid=dino -H --mem=10 --wrap=true
sbatch --uid=dino --priority=4000 --mem=10 --wrap=true
sbatch --uid=dino --array=1-3 --mem=10 --wrap=true
sbatch --uid=dino --begin=now+1day --mem=10 --wrap=true
