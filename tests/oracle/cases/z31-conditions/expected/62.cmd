sacctmgr -i modify user where defaultaccount=A set fairshare=34
