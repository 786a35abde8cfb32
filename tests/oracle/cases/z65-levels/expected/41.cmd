as op sacctmgr -i delete qos qop
