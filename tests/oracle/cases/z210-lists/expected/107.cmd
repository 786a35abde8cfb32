sacct -M ,
