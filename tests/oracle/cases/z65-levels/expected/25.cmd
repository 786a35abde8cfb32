as op sacctmgr -i delete user root
