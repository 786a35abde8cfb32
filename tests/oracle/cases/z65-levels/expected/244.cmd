as low sacctmgr -i delete user root
