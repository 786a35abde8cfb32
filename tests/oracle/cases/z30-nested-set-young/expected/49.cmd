sacctmgr -i add user e1 account=k1,k2,k3,k4
