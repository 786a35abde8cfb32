sbatch --uid=fred -n3 --mem=1000 --wrap=true
sbatch --uid=barney -p big -n 33 --mem-per-cpu=2G --qos=fast --wrap=true
sbatch --uid=slate -p gpu -n 2 --gres=gpu:2 --mem=3000 --wrap=true
sbatch --uid=dino -p all -N 5 -n 50 --mem=0 --wrap=true
sbatch --uid=fred -p big,all -n 7 -c 3 --mem=700M --nice=30 -L matlab:3 --wrap=true
sbatch --uid=slate -n 1 --exclusive --mem=10 --wrap=true
sbatch --uid=dino -p gpu -N1-2 --ntasks-per-node=5 --gres=gpu:1 --qos=slow --mem=100 --wrap=true
sbatch --uid=barney -p gpu -n 4 -G 3 --mem=1G --wrap=true
