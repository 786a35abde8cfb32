sacct -u '[2j'
