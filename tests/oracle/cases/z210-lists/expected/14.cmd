sacct -A 'a['
