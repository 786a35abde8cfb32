sacct -M ,,
