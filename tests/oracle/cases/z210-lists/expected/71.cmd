sprio -u 'a[x]'
