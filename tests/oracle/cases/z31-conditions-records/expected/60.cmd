sacctmgr -i modify user where user=ann defaultaccount=b set adminlevel=op
