as low scancel -u ann
