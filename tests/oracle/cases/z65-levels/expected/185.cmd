as coc sacctmgr -i delete coordinator account=free user=boss
