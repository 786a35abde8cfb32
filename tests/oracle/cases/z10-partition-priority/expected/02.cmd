sprio -o '%.15i %9r %10Y %10P %10T'
