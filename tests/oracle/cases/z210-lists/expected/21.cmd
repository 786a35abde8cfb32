sacct -A 'a]'
