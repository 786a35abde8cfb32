sacctmgr -n list assoc account=, format=account
