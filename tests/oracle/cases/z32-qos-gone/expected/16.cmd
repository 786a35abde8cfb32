sacctmgr -i delete qos q1
