as coc sacctmgr -i add user a1coc account=free adminlevel=administrator
