as low sacctmgr -i add coordinator account=free user=boss
