sprio -M ,,
