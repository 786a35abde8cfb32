as co sacctmgr -i delete qos qco
