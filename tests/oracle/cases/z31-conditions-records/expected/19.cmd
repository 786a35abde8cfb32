sacctmgr -i modify user where partition=p1 set adminlevel=op
