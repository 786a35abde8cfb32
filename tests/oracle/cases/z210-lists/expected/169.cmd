sacct -u 'a[1,2'
