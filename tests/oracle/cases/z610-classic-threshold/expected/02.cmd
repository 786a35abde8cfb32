sleep 65; squeue -h -S i -o "%i %u %q %T %r"
