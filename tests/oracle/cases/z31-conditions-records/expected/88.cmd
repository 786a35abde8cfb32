sacctmgr -i modify user where defaultaccount=A account=B set fairshare=4
