sacctmgr -i modify account where parent=A user=ann set fairshare=13
