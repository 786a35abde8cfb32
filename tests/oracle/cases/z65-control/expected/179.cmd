as coc scancel -A physics
