sacctmgr -i modify user where defaultaccount=b set adminlevel=op
