sacctmgr -i modify user where cluster=cluster adminlevel=none set maxjobs=6
