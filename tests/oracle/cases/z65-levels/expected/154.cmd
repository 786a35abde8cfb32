as co sacctmgr -i add wckey wco
