sacct -A '[2j'
