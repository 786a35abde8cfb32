sacctmgr -i modify user where partition=p set maxjobs=3 adminlevel=op
