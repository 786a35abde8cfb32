sprio -u 'a[1]b[2]'
