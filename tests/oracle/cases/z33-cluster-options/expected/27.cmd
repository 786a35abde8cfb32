sacctmgr -i modify cluster c1 set qos=+q1
