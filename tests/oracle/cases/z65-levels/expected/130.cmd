as co sacctmgr -i delete coordinator account=free user=boss
