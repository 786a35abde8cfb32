sacctmgr -i modify user fred set maxwall=340000000000000-
