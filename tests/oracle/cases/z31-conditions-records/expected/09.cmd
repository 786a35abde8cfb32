sacctmgr -i modify user ann where account=A partition=p1 set maxjobs=6 adminlevel=op
