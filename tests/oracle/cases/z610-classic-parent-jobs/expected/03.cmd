sprio -o "%.6i %.8u %F %f %p %Y"
