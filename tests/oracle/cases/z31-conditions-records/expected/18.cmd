sacctmgr -i modify user where account=C set adminlevel=none maxjobs=3
