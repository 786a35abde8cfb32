as op scancel $(cat m)
