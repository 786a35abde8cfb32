sacctmgr -n list assoc account='a[1]b' format=account
