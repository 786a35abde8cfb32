as stranger scancel -n nosuch
