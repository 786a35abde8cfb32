sacct -u 'a[x]'
