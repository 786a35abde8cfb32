as op sacctmgr -i add qos qop priority=51
