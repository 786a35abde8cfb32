sacctmgr -n list account '[2j' format=account
