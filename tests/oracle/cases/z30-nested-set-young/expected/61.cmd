sacctmgr -i delete user e1 account=k3
