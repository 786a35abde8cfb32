sacctmgr -i modify account where parent=A set fairshare=12
