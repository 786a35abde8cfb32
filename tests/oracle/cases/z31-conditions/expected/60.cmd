sacctmgr -i modify user where defaultqos=q1 set fairshare=33
