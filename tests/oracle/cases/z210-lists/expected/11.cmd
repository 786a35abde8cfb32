sacct -M '[2j'
