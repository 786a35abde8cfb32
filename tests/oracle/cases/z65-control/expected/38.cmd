as stranger scancel $(cat m)
