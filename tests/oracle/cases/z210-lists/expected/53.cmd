sacct -A '[1-3]'
