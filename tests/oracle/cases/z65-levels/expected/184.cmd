as coc sacctmgr -i add coordinator account=free user=boss
