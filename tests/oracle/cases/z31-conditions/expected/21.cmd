sacctmgr -i modify account where defaultqos=q1 set fairshare=11
