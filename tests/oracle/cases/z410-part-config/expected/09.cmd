squeue -h -S i -o "%i|%T|%r|%D|%C|%P"
