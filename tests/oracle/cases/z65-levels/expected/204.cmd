as coc sacctmgr -i add qos qcoc priority=51
