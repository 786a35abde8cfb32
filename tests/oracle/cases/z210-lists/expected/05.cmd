squeue -A '[2j'
