as adm scancel $(cat m)
