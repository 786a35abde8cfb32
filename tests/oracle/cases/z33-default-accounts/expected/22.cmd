sacctmgr -i delete user ann cluster=c1
