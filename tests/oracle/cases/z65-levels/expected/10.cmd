as op sacctmgr -i modify user op set adminlevel=administrator
