sacct -u '[1-3]'
