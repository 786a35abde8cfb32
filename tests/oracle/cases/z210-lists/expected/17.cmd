squeue -u 'a['
