sacctmgr -i modify cluster where account=A set fairshare=2
