sacct -u '"'
