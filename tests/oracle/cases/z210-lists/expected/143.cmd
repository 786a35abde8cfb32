sacct -A 'a[1]b[2]'
