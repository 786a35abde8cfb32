squeue -h -t all -S i -o "%i %u %T"
