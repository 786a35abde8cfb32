as low sacctmgr -i delete qos qlow
