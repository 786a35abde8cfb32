as coc scancel -u ann
