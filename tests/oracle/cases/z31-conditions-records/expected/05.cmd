sacctmgr -i modify user bob where account=C set maxjobs=8 adminlevel=op
