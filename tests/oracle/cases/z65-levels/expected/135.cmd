sacctmgr -nP list user withassoc format=user,adminlevel,account
