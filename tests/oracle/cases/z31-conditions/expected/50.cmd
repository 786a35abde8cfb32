sacctmgr -i modify user where account=A set fairshare=27
