as op sacctmgr -i modify resource rop set count=4
