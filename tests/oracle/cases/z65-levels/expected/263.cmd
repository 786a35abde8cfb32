as low sacctmgr -i delete cluster clow
