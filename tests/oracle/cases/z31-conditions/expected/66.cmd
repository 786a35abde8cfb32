sacctmgr -i modify user where parent=A set fairshare=37
