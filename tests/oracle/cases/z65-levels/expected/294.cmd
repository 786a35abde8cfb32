as stranger sacctmgr -i add coordinator account=free user=boss
