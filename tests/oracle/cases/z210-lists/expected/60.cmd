sacct -A 'a[3-1]'
