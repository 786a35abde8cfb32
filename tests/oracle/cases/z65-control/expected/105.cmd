as low scancel $(cat k)
