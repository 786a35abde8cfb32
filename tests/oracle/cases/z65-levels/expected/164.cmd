sacctmgr -nP list user format=user,adminlevel
