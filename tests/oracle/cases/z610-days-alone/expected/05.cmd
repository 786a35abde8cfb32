sacctmgr -i modify user fred set maxwall=999999999999999-
