as adm scancel -u ann
