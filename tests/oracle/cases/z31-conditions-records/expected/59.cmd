sacctmgr -i modify user where parent=a set adminlevel=op
