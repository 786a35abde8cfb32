sacctmgr -i modify account where qos=q1 set fairshare=5
