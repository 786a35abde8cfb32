as low scancel $(cat m)
