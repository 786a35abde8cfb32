sprio -u 'a[3-1]'
