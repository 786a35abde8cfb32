sacctmgr -i modify user where account=C set adminlevel=none
