as co scancel $(cat k)
