sacct -u 'a]'
