as op scancel 9999
