sprio -u '[]'
