sacct -A ,
