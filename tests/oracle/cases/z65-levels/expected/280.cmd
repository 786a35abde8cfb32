sacctmgr -nP list user stranger format=user,adminlevel
