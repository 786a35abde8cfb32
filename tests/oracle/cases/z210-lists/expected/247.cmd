sacctmgr -n list assoc account='a[x]' format=account
