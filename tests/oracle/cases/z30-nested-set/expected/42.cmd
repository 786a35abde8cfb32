sacctmgr -i add account a parent=b
