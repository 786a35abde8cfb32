sacctmgr -i modify user where user=nope set adminlevel=op
