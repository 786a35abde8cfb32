as op sacctmgr -i delete wckey wop
