sacctmgr -i modify cluster set qos=normal,q2 where name=c1
