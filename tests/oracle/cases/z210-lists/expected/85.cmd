sacct -A 'a[]'
