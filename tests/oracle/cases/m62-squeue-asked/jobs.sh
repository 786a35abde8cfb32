sbatch --uid=fred -p debug,big --mem=10 --wrap=true
sbatch --uid=slate -p zero,big,debug --mem=10 -N 2-4 -C "a&b" --wrap=true
sbatch --uid=slate -p zero,big -t 30 -n 4 -c 2 -J name --comment="some words" --wrap=true
sbatch --uid=barney --array=1-3,7%2 --mem=10 --wrap=true
sbatch --uid=averyveryverylongname -p zero --mem=10 -H --nice=5 --wrap=true
sbatch --uid=fred -p zero,debug -t 1:30:00 -d afterok:5 --mem-per-cpu=2G --wrap=true
sbatch --uid=fred -p zero -t 3-0 --begin=2031-01-01 --gres-flags=enforce-binding -x n3 --wrap=true
