as co sacctmgr -i add user co account=chem adminlevel=administrator
