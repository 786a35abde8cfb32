sacctmgr -i modify user where cluster=cluster adminlevel=none set maxjobs=7 adminlevel=op
