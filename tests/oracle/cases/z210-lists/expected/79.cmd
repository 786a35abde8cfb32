sacct -u '[]'
