squeue -A 'a['
