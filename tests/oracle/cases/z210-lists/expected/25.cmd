sprio -u 'a]'
