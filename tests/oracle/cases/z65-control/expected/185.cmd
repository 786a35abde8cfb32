as coc sbatch -A optics -n 1 -t 5 --wrap="sleep 1"
