sacctmgr -n list account , format=account
