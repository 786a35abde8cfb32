as op sacctmgr -i modify user emil set adminlevel=administrator
