sacctmgr -i modify user bob where cluster=cluster account=C set maxjobs=8 adminlevel=op
