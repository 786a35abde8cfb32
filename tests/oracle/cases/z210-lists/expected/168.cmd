sacct -A 'a[1,2'
