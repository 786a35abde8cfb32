as op sacctmgr -i delete user boss
