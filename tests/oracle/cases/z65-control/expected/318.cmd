as op scancel $(cat k)
