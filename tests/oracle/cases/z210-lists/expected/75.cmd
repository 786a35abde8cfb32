sacct -M 'a[x]'
