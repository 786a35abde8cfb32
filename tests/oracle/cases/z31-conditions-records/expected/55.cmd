sacctmgr -i modify user where cluster=cluster account=a set adminlevel=op
