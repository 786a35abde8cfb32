sacctmgr -i delete qos q3
