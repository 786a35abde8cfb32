sprio -u 'a['
