sacctmgr -i modify user ann set adminlevel=op
