as adm scancel -n nosuch
