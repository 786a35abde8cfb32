sacctmgr -i modify account a set qos=q1
