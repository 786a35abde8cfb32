sbatch -H --uid=fred -J one --wrap=true
sbatch --array=1-5%2 -J arr -t 30 --wrap=true
sbatch -J b3 -p short -n 4 -N 2 --wrap=true
sbatch -J b4 --begin=now+1day --wrap=true
sbatch -J b5 -d afterok:1 --wrap=true
sbatch -J b6 --uid=barney -G 2 --mem=2G --wrap=true
