sacctmgr -i modify user where user= set adminlevel=op maxjobs=2
