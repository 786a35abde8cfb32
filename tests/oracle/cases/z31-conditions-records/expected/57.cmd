sacctmgr -i modify user where qos=normal set adminlevel=op
