sacct -A ,,
