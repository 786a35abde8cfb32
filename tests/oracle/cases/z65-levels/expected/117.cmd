as co sacctmgr -i modify user emil set adminlevel=operator
