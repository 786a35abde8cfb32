sacctmgr -i modify account where desc=nope account=a set org=x
