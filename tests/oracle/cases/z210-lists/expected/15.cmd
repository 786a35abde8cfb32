sacct -u 'a['
