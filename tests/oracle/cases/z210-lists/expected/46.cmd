sprio -u 'a[1-3]'
