sacctmgr -i modify user where cluster=nope set adminlevel=op
