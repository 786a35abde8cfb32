as low sbatch -A free -n 1 -t 5 --priority=5 --wrap="sleep 1"
