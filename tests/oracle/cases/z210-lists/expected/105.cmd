sprio -M ,
