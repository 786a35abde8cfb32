sacctmgr -i modify user ann where partition=p1 set maxjobs=7 adminlevel=op
