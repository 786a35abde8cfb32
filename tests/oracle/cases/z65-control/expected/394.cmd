as adm scancel 9999
