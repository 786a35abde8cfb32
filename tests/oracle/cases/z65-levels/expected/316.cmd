as stranger sacctmgr -i add cluster cstranger
