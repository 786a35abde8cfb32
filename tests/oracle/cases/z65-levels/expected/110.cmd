as co sacctmgr -i add user a1co account=free adminlevel=administrator
