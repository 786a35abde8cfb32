as low sacctmgr -i add user a2low account=physics adminlevel=operator
