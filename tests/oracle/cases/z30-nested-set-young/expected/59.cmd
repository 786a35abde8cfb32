sacctmgr -i delete user where account=k3
