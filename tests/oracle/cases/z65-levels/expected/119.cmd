as co sacctmgr -i modify user co set adminlevel=administrator
