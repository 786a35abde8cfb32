as co scancel $(cat m)
