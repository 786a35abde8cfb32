sbatch -N 2 -n 32 -w n[1-2] -t 30 --wrap="sleep 300"
sbatch -p X --exclusive -t 30 --wrap="sleep 300"
sbatch -p Y --exclusive -t 30 --wrap="sleep 300"
