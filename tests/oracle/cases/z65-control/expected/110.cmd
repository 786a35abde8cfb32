as low scancel 9999
