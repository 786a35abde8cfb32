as op sacctmgr -i delete coordinator account=free user=boss
