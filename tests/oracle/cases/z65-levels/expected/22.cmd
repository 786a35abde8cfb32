as op sacctmgr -i delete user a1op
