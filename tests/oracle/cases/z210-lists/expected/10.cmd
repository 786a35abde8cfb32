squeue -M '[2j'
