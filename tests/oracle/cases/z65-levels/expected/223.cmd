sacctmgr -nP list user low format=user,adminlevel
