sacctmgr -i modify user where defaultaccount=nope set adminlevel=op
