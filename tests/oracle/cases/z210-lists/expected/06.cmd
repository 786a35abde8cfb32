squeue -u '[2j'
