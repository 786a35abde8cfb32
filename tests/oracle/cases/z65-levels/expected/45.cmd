as op sacctmgr -i add wckey wop
