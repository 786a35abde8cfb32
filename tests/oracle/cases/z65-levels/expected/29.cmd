as op sacctmgr -i delete account free
