as co sacctmgr -i add coordinator account=free user=boss
