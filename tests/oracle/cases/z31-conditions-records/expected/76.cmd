sacctmgr -i modify user set adminlevel=none
