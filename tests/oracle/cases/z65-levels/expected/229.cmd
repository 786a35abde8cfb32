as low sacctmgr -i modify user low set adminlevel=administrator
