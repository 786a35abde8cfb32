sacctmgr -i add user q account=w
