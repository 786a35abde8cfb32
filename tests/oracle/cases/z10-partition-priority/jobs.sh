sbatch --uid=fred -p debug -N2 --wrap=true
sbatch --uid=fred -p long -N2 --wrap=true
sbatch --uid=fred -p tier -N1 --wrap=true
sbatch --uid=fred -p factor -N1 --wrap=true
sbatch --uid=fred -p usual -N1 --wrap=true
sbatch --uid=fred -p debug,usual -N1 --wrap=true
