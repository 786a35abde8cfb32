as op sacctmgr -i delete resource rop
