sacctmgr -i modify user where cluster=cluster user=ann set maxjobs=4 adminlevel=none
