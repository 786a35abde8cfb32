as stranger scancel -A physics
