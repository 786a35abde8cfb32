sacctmgr -i delete account where user=ann
