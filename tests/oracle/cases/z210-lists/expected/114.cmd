sprio -u ,,
