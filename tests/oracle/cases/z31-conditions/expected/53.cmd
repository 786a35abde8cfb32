sacctmgr -i modify user ann where account=A partition=p1 set fairshare=29
