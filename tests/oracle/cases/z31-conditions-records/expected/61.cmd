sacctmgr -i modify user where cluster=cluster defaultaccount=a set adminlevel=op
