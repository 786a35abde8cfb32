as adm scancel $(cat k)
