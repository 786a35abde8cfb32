sprio -u ']'
