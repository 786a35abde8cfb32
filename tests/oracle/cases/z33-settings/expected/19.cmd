sacctmgr -i modify cluster cluster set qos=q1
