as low sacctmgr -i delete coordinator account=free user=boss
