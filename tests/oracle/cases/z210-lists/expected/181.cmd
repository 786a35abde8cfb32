sprio -M '"'
