as coc scancel $(cat m)
