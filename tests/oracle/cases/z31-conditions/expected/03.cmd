sacctmgr -i add account C parent=A
