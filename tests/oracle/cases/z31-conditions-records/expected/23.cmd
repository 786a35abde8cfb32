sacctmgr -i modify user where user=ann,'' set maxjobs=2
