sacctmgr -n -P list assoc user=fred format=maxwall
