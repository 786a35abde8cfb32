as low sacctmgr -i delete user a1low
