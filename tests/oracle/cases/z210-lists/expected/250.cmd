sacctmgr -n list account 'a[1]b' format=account
