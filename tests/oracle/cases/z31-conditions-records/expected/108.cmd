sacctmgr -i delete user ann,bob
