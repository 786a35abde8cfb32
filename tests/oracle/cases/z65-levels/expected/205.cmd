as coc sacctmgr -i delete qos qcoc
