sacctmgr -i modify account quarry set fairshare=parent
sacctmgr -i modify user fred set priority=3
