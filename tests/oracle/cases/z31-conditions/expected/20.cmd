sacctmgr -i modify account where qos=q2 set fairshare=6
