squeue -A ''"'"''
