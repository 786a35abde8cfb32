sacctmgr -i modify user where qos=q1 set fairshare=32
