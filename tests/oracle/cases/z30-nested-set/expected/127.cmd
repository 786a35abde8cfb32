sacctmgr -i add account o parent=n
