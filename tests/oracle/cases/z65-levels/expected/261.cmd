as low sacctmgr -i add cluster clow
