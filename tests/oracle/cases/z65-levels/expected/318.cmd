as stranger sacctmgr -i delete cluster cstranger
