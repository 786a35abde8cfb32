sacct -u 'a[1-3]'
