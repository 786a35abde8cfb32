sacct -A 'a[x]'
