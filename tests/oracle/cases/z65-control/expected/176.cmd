as coc scancel $(cat k)
