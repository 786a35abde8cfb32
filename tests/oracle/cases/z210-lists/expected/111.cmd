sacct -u ,,
