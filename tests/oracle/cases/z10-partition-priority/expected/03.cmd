sprio -n -o '%.15i %9r %10P'
