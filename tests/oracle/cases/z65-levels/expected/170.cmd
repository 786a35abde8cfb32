sacctmgr -nP list user coc format=user,adminlevel
