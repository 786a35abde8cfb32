as coc sacctmgr -i modify user emil set adminlevel=administrator
