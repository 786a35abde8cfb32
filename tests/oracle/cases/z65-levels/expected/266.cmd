as low sacctmgr -i delete wckey wlow
