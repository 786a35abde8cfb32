sacctmgr -Q -i add user low account=free
