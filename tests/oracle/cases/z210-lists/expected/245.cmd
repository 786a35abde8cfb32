sacctmgr -n list assoc account='[2j' format=account
