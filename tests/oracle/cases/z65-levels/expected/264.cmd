as low sacctmgr -i add wckey wlow
