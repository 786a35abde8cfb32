sacct -u 'a[3-1]'
