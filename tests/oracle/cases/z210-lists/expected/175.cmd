sacct -A '"'
