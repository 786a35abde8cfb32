squeue -h -S i -o "%i|%D|%C|%l|%L|%m|%d|%W|%y|%Q|%r|%c|%z|%b"
