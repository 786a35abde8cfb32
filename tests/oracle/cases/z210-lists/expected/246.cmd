sacctmgr -n list account 'a[x]' format=account
