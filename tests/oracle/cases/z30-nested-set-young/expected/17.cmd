sacctmgr -i add user y account=x
