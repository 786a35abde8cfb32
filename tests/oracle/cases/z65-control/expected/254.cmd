scancel $(cat j) $(cat k) $(cat m)
