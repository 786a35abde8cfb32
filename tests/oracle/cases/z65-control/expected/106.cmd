as low scancel -n nosuch
