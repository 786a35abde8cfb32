as op scancel -n nosuch
