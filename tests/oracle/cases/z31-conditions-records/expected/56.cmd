sacctmgr -i modify user where defaultqos=normal set adminlevel=op
