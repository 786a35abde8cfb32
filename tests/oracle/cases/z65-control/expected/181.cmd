as coc scancel 9999
