sbatch --parsable --uid=dora -A physics -N 1 -n 1 -t 5 --wrap="sleep 1" > k
