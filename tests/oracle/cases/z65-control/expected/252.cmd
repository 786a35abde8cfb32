as co scancel 9999
