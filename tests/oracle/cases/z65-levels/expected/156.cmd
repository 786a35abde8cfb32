as co sacctmgr -i delete wckey wco
