sacct -u ']'
