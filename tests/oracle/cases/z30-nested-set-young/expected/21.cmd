sacctmgr -i add account vv parent=v
