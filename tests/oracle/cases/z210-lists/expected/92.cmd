sacct -A ']'
