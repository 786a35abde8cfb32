sacctmgr -i modify account where user=ann,'' account=A set maxjobs=3
