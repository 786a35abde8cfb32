sacctmgr -i modify user where adminlevel=op account=B set fairshare=2
