sacct -A '[]'
