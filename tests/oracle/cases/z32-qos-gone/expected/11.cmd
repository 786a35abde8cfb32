sacctmgr -i modify account e set qos=q1,q3
