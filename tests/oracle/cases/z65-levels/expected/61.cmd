sacctmgr -nP list user adm format=user,adminlevel
