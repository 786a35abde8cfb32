sprio -M 'a[1-3]'
