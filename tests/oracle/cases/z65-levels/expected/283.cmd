as stranger sacctmgr -i modify user emil set adminlevel=none
