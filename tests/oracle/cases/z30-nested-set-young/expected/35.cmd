sacctmgr -i add user q account=v
