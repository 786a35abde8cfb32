as op sbatch -A free -n 1 -t 5 --nice=-5 --wrap="sleep 1"
