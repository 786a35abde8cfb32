sprio -u 'a[1,2'
