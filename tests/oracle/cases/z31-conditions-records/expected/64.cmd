sacctmgr -i modify user where cluster=cluster set maxjobs=3 adminlevel=op
