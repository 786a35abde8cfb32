sacctmgr -n list assoc account='a[1-2]' format=account
