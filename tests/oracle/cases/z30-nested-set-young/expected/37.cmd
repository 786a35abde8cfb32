sacctmgr -i delete user z
