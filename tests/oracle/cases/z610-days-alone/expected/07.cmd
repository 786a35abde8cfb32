sacctmgr -i modify user fred set maxwall=49711-
