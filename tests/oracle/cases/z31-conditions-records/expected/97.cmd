sacctmgr -i modify account where desc=a set org=bar
