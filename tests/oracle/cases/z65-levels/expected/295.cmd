as stranger sacctmgr -i delete coordinator account=free user=boss
