sprio -u 'a[-1]'
