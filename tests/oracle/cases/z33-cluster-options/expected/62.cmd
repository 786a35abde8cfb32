sacctmgr -i add account e parent=a
