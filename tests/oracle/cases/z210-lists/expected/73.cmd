sprio -M 'a[x]'
