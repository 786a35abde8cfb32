as low sacctmgr -i modify user emil set adminlevel=administrator
