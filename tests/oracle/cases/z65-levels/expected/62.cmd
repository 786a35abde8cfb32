as adm sacctmgr -i modify user emil set adminlevel=administrator
