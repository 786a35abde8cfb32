sacct -u 'a[]'
