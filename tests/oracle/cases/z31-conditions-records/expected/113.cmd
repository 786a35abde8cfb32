sacctmgr -i modify user ann where cluster=nope set adminlevel=op maxjobs=3
