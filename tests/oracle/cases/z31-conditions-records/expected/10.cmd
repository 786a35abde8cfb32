sacctmgr -i modify user ann where account=B set maxjobs=6 defaultaccount=B
