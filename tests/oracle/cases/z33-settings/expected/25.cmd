sacctmgr -i modify cluster cluster set qos=normal defaultqos=q1
