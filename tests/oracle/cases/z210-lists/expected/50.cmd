sacct -M 'a[1-3]'
