as coc sacctmgr -i modify user boss set fairshare=6 maxjobs=3
