as op scancel -A physics
