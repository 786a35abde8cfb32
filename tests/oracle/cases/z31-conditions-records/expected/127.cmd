sacctmgr -i modify user nope set adminlevel=none maxjobs=3
