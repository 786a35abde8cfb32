days-pass 2
