sprio -n -o "%i %Y %A %J %N %y"
