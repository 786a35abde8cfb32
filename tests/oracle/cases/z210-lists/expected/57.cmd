sprio -u '[1-3]'
