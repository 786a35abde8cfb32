sbatch --uid=fred -n3 --mem=100 -t 7 --wrap=true
sbatch --uid=barney -n 3 --mem=100 --wrap=true
sbatch --uid=slate -p def -n 3 --mem=100 --wrap=true
sbatch --uid=dino -p ex -n 3 --mem=100 --wrap=true
sbatch --uid=dino -p ex -n 3 --mem=100 -t 1 --wrap=true
sbatch --uid=fred -p def -N 3 --mem=10 -t 1:31 --wrap=true
sbatch --uid=fred -n 83 --mem=10 -t 1 --wrap=true
sbatch --uid=fred -n 85 --mem=10 -t 1 --wrap=true
sbatch --uid=fred -p def,debug -n 31 --mem=10 -t 1 --wrap=true
sbatch --uid=barney -n 2 --mem=10 -t 100 --wrap=true
sbatch --uid=barney -n 2 --mem=10 -t 89:30 --wrap=true
sbatch --uid=barney -p ex -n 2 --mem=10 -t UNLIMITED --wrap=true
