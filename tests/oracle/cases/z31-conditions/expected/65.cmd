sacctmgr -i modify user where adminlevel=none account=B set fairshare=36
