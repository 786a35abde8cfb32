sacctmgr -i modify user where cluster=cluster account=C set maxjobs=4
