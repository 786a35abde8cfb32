sprio -u '"'
