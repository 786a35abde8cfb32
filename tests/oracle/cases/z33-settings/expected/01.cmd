sacctmgr -i add qos q1,q2
