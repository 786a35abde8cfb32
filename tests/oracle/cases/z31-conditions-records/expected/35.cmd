sacctmgr -i delete account A where user=ann
