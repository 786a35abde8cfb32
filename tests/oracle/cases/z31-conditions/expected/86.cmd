sacctmgr -i modify cluster cluster where account=A set fairshare=2
