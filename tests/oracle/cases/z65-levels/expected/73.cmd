as adm sacctmgr -i modify user boss set fairshare=4 adminlevel=none
