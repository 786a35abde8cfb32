as op sacctmgr -i add coordinator account=free user=boss
