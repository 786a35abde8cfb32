sacctmgr -i add user t account=e
