sacctmgr -i modify user bob where account=C set adminlevel=op maxjobs=9
