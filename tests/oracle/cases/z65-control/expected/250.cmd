as co scancel -A physics
