as op scancel -u ann
