sprio -M 'a[1]b[2]'
