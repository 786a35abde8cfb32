squeue -M ,
