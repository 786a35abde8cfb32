sacctmgr -i modify cluster cluster set qos=normal
