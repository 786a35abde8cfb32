sacctmgr -i modify user where user= account=A set fairshare=40
