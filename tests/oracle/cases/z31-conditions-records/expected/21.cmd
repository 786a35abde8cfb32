sacctmgr -i modify user where user= set adminlevel=op
