as low scancel -A physics
