sacct -u ,
