as co scancel -u ann
