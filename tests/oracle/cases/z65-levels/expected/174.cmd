as coc sacctmgr -i modify user coc set adminlevel=administrator
