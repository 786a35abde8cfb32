as stranger scancel $(cat k)
