squeue -u ''"'"''
