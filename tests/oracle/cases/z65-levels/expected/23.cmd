as op sacctmgr -i delete user a2op
