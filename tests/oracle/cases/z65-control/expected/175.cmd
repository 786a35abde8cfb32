squeue -h -j $(cat j) -o "%i %T %r %y %l %j %a"
