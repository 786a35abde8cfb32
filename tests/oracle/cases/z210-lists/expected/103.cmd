sprio -u ,
