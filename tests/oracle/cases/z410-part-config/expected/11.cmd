sprio -n -o "%i %Y"
