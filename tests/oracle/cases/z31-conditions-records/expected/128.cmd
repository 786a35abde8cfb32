sacctmgr -i modify user where user=nope set adminlevel=none maxjobs=3
