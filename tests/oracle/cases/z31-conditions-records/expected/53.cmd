sacctmgr -i modify user where cluster=cluster set adminlevel=op
