as coc scancel -n nosuch
