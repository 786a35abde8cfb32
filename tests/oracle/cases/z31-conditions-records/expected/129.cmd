sacctmgr -i modify user where user=nope account=a set adminlevel=none maxjobs=3
