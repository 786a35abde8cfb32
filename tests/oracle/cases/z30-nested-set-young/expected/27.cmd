sacctmgr -i delete user z account=x
