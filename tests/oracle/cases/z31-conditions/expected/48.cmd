sacctmgr -i modify account where withsub A set fairshare=26
