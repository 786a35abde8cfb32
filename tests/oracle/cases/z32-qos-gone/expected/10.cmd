sacctmgr -i modify account b set qos=+q2
