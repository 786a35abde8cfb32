sacctmgr -i modify account where desc=a,b set org=x
