sacctmgr -i modify user where cluster=cluster account=B set adminlevel=none
