squeue -h -S i -o "%i %u %Q %p"
