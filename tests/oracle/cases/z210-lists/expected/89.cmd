sprio -u 'a[]'
