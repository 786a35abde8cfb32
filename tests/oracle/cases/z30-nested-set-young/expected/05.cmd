sacctmgr -i delete user y,z
