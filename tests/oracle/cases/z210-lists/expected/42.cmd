sacct -A 'a[1-3]'
