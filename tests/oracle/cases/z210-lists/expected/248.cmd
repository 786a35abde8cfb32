sacctmgr -n list account 'a[1-2]' format=account
