as stranger sacctmgr -i delete qos qstranger
