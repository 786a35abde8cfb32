sacctmgr -i add account k1,k2,k3,k4
