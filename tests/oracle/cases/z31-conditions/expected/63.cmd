sacctmgr -i modify user where adminlevel=none set fairshare=35
