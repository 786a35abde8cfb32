sacctmgr -i modify user where qos=q2 set fairshare=31
