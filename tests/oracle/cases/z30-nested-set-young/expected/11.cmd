sacctmgr -i add user y,z account=x
