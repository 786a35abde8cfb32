sprio -u '[2j'
