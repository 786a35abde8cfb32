as co scancel -n nosuch
