as adm scancel -A physics
