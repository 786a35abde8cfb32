sbatch --uid=fred -p debug,long --mem=10 --wrap=true
sbatch --uid=slate -q high -n 8 --mem=100 --wrap=true
sbatch --uid=pebbles -p long --nice=50 --mem=10 --wrap=true
sbatch --uid=averyveryverylongname -n 3 --mem=1000 --nice=-20 --wrap=true
sbatch --uid=slate -A deeper --array=1-3 --mem=1000 --wrap=true
sbatch --uid=wilma -H -p long --mem=10 --wrap=true
