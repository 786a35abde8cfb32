sacctmgr -nP list user co format=user,adminlevel
