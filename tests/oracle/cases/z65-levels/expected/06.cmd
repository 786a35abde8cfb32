sacctmgr -nP list user op format=user,adminlevel
