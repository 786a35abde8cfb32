sacctmgr -i modify user where cluster=cluster account=B set maxjobs=5 adminlevel=none
