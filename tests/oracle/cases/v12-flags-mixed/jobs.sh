sbatch --uid=fred -n3 --mem=1000 -t 7 --wrap=true
sbatch --uid=barney -p zero -n 33 --mem=2G --qos=fast --wrap=true
sbatch --uid=slate -p long -n 2 --mem=3000 -t UNLIMITED --wrap=true
sbatch --uid=dino -N 3 -n 13 --mem=0 --wrap=true
sbatch --uid=dino -N 3 -n 13 --mem=100 -t 1-1 --nice=-100 --wrap=true
sbatch --uid=fred -p zero,long,debug -n 160 --mem=10 -t 3:00:00 --wrap=true
sbatch --uid=fred -p zero -n 1 --mem=10 -t 0:30 --wrap=true
