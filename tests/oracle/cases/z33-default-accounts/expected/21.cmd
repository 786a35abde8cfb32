sacctmgr -i modify user ann where cluster=c1 account=a set maxjobs=3
