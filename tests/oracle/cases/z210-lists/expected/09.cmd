sprio -M '[2j'
