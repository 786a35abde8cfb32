sacct -M '"'
