sacctmgr -i add qos q1
