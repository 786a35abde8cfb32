as co sacctmgr -i add user a2co account=physics adminlevel=operator
