sacctmgr -i modify user bob where cluster=nope set maxjobs=8 adminlevel=op
