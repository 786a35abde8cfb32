sacctmgr -i modify cluster cluster set qos=q2 maxjobs=3
